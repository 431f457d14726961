"""An answer's rules and cards → the same answer in sentences, by a language model, with every quote checked."""
