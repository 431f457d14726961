"""judge/lookup/ruling_vectors.py: vectors of rulings that are encoded once, before anyone asks."""

from pathlib import Path

import numpy as np
import pytest
from fake_encoder import BagOfWords

from index.cards.store import CardStore
from index.errors import CardError
from judge.lookup.ruling_vectors import RulingEncoder, prepare_rulings, vectors_folder


def test_prepared_rulings_are_not_encoded_again(card_store: CardStore) -> None:
    texts, encoder, first = card_store.ruling_texts(), BagOfWords(), BagOfWords()
    assert len(texts) > 1
    assert texts == sorted(set(texts), key=lambda text: (len(text), text))
    prepare_rulings(card_store, first)
    prepare_rulings(card_store, first)
    assert sorted(first.encoded) == sorted(texts)
    found = RulingEncoder(encoder, vectors_folder(card_store)).encode(["a question", *texts])
    assert encoder.encoded == ["a question"]
    np.testing.assert_allclose(found, BagOfWords().encode(["a question", *texts]), atol=1e-6)


def test_rulings_prepared_meanwhile_are_noticed(card_store: CardStore) -> None:
    texts, encoder = card_store.ruling_texts(), BagOfWords()
    rulings = RulingEncoder(encoder, vectors_folder(card_store))
    before = rulings.encode(texts)
    assert encoder.encoded == texts
    prepare_rulings(card_store, BagOfWords())
    np.testing.assert_allclose(rulings.encode(texts), before, atol=1e-6)
    assert encoder.encoded == texts


def test_damaged_vectors_are_encoded_again(card_store: CardStore) -> None:
    prepare_rulings(card_store, BagOfWords())
    [vectors] = vectors_folder(card_store).glob("*.npy")
    vectors.write_bytes(vectors.read_bytes()[:-4])
    encoder, texts = BagOfWords(), card_store.ruling_texts()
    RulingEncoder(encoder, vectors_folder(card_store)).encode(texts)
    assert encoder.encoded == texts


def test_without_cards_there_is_nothing_to_prepare(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="found no cards"):
        prepare_rulings(CardStore.at(tmp_path), BagOfWords())
