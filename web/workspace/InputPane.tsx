import { Pane } from './Pane.tsx';
import classes from './Pane.module.css';

interface InputPaneProps {
  input: string;
  onChange: (input: string) => void;
}

/** What the program reads. */
export function InputPane({ input, onChange }: InputPaneProps) {
  return (
    <Pane heading="User Input" note="stdin">
      <textarea
        className={classes.input}
        aria-label="User Input"
        placeholder="What your program reads, as it would be typed."
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={input}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Pane>
  );
}
