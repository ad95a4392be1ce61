"""Maldade Presenter: give the others cursed gifts until one player is left."""
