"""The fixed cast: Anna (sv, Stockholm), Ben (ms, Kuala Lumpur), Cilla (en, London), and Dan, the stranger."""

from hosting.players.addresses import add_verified
from hosting.players.models import Player

DOMAIN = "mail.example.org"


def anna() -> Player:
    """Anna, who reads Swedish and lives in Stockholm."""
    return _person("Anna", "sv", "Europe/Stockholm")


def ben() -> Player:
    """Ben, who reads Malay and lives in Kuala Lumpur."""
    return _person("Ben", "ms", "Asia/Kuala_Lumpur")


def cilla() -> Player:
    """Cilla, who reads English and lives in London."""
    return _person("Cilla", "en", "Europe/London")


def dan() -> Player:
    """Dan, who plays in none of the others' matches."""
    return _person("Dan", "en", "America/New_York")


def _person(name: str, language: str, zone: str) -> Player:
    address = f"{name.lower()}@{DOMAIN}"
    known = Player.objects.filter(email=address).first()
    if known:
        return known
    player = Player.objects.create_user(address, name, language=language, zone=zone)
    add_verified(player, address)
    return player
