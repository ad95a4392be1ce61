"""What people say in their mails, in their own language, beside their moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Speech:
    """The words of one language that its people use. Dates and names are filled in where they are marked."""

    hello: tuple[str, ...]
    bye: tuple[str, ...]
    chatter: tuple[str, ...]
    said: tuple[str, ...]
    telephone: str
    wrote: str
    original: tuple[str, str, str, str, str]
    day: str
    help: str
    show: str
    orders: str
    attempt: str
    undo: str
    talk: str
    resign: str
    back: str
    yes: str
    absence: str
    away: str
    automatic: str
    slips: tuple[str, ...]


SPEECH: Final = {
    "en": Speech(
        hello=("Hi,", "Hello!", "Dear host,"),
        bye=("Best wishes", "Cheers", "Kind regards"),
        chatter=("What a nice evening.", "Well, that was unlucky for me!", "It rains here all week."),
        said=("well played!", "sorry that I am so slow", "good luck to everybody"),
        telephone="Sent from my iPhone",
        wrote="On {date}, Postbord <{address}> wrote:",
        original=("-----Original Message-----", "From", "Sent", "To", "Subject"),
        day="%a, %d %b %Y at %H:%M",
        help="HELP",
        show="SHOW",
        orders="ORDERS",
        attempt="TRY",
        undo="UNDO",
        talk="TALK",
        resign="RESIGN",
        back="BACK",
        yes="Yes",
        absence="AWAY {first} to {last}",
        away="I am out of the office until {last}. I shall answer your mail then.",
        automatic="Automatic reply: {subject}",
        slips=("plya 6 to 2", "discrad 3 to 1", "paly the joker", "nummer 1 pleas", "giev it to Ben"),
    ),
    "sv": Speech(
        hello=("Hej!", "Hejsan,", "God kväll,"),
        bye=("Hälsningar", "Vänliga hälsningar", "Mvh"),
        chatter=("Vilken fin kväll det blev.", "Det var otur!", "Här regnar det jämt."),
        said=("snyggt spelat!", "ursäkta att jag är så långsam", "lycka till allihop"),
        telephone="Skickat från min iPhone",
        wrote="Den {date} skrev Postbord <{address}>:",
        original=("-----Ursprungligt meddelande-----", "Från", "Skickat", "Till", "Ämne"),
        day="%d %m %Y kl. %H:%M",
        help="HJÄLP",
        show="VISA",
        orders="ORDER",
        attempt="PROVA",
        undo="ÅNGRA",
        talk="SÄG",
        resign="GE UPP",
        back="TILLBAKA",
        yes="Ja",
        absence="BORTA {first} till {last}",
        away="Jag har semester till {last} och läser mina mejl när jag är tillbaka.",
        automatic="Automatiskt svar: {subject}",
        slips=("splea 6 till 2", "kassta 3 til 1", "lgg 4 till 1", "nummer ett tack", "speal 2"),
    ),
    "ms": Speech(
        hello=("Salam,", "Hai!", "Selamat petang,"),
        bye=("Terima kasih", "Salam hormat", "Sekian"),
        chatter=("Cantiknya cuaca di sini.", "Alamak, tidak bernasib baik!", "Hujan lagi hari ini."),
        said=("permainan yang bagus!", "maaf, saya lambat", "semoga berjaya semua"),
        telephone="Dihantar daripada iPhone saya",
        wrote="Pada {date}, Postbord <{address}> menulis:",
        original=("-----Mesej Asal-----", "Daripada", "Dihantar", "Kepada", "Subjek"),
        day="%d/%m/%Y %H:%M",
        help="BANTUAN",
        show="TUNJUK",
        orders="PESANAN",
        attempt="CUBA",
        undo="BATAL",
        talk="SEMBANG",
        resign="MENYERAH KALAH",
        back="KEMBALI",
        yes="Ya",
        absence="CUTI {first} hingga {last}",
        away="Saya bercuti hingga {last} dan akan membalas selepas itu.",
        automatic="Balasan automatik: {subject}",
        slips=("mian 6 ke 2", "buagn 3 ke 1", "mainn 4 ke 1", "nombor satu", "maim 2"),
    ),
}
