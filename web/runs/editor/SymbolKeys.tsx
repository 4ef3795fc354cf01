import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import classes from './SymbolKeys.module.css';

/** Characters of programs that keyboards of phones have on their second or third layer. */
const symbols = [
  { text: '{', name: 'Opening brace' },
  { text: '}', name: 'Closing brace' },
  { text: '(', name: 'Opening parenthesis' },
  { text: ')', name: 'Closing parenthesis' },
  { text: '[', name: 'Opening bracket' },
  { text: ']', name: 'Closing bracket' },
  { text: ';', name: 'Semicolon' },
  { text: '<', name: 'Less than' },
  { text: '>', name: 'Greater than' },
  { text: '"', name: 'Quotation mark' },
];

/** The key that an arrow key, Home or End moves to; null for other keys. */
function placeAfter(key: string, place: number): number | null {
  const last = symbols.length - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowRight') return place === last ? 0 : place + 1;
  if (key === 'ArrowLeft') return place === 0 ? last : place - 1;
  return null;
}

/** The press must not take the focus from the editor, which would close the phone's keyboard. */
const keepFocus = (event: SyntheticEvent) => event.preventDefault();

interface SymbolKeysProps {
  isDisabled: boolean;
  /** By keyboard, the focus stays on the key. */
  onPress: (text: string, by: 'pointer' | 'keyboard') => void;
}

/** A toolbar with one stop for Tab. */
export function SymbolKeys({ isDisabled, onPress }: SymbolKeysProps) {
  const [place, setPlace] = useState(0);
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = placeAfter(event.key, place);
    if (next === null) return;
    event.preventDefault();
    setPlace(next);
    event.currentTarget.parentElement?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div role="toolbar" aria-label="Symbols" className={classes.keys}>
      {symbols.map(({ text, name }, at) => (
        <UnstyledButton
          key={text}
          className={classes.key ?? ''}
          aria-label={name}
          aria-disabled={isDisabled}
          tabIndex={at === place ? 0 : -1}
          onFocus={() => setPlace(at)}
          onMouseDown={keepFocus}
          onKeyDown={move}
          onClick={({ detail }) => {
            if (!isDisabled) onPress(text, detail === 0 ? 'keyboard' : 'pointer');
          }}
        >
          {text}
        </UnstyledButton>
      ))}
    </div>
  );
}
