"""Ways of typing that tests need."""

WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}


def wide(text: str) -> str:
    """Give text as an East Asian keyboard may write it, in full width."""
    return text.translate(WIDE)
