"""What is printed on a component, in the languages of the companion."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The same in three languages; empty where no edition prints it."""

    en: str
    es: str = ""
    pt: str = ""
