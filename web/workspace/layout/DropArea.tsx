import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './DropArea.module.css';

interface DropAreaProps {
  onOpen: (file: File) => void;
  children: ReactNode;
}

const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Opens a file that is let go here; dragging text goes on as the editor has it. */
export function DropArea({ onOpen, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const hold = (event: DragEvent) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!hasFile(event)) return;
    // The editor would put the file's text where it was let go.
    event.preventDefault();
    event.stopPropagation();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onOpen(file);
  };
  return (
    <div
      className={classes.area}
      onDragEnterCapture={hold}
      onDragOverCapture={hold}
      onDropCapture={drop}
      onDragLeave={(event) => {
        const next = event.relatedTarget;
        if (!(next instanceof Node && event.currentTarget.contains(next))) setIsOver(false);
      }}
    >
      {children}
      {isOver && <div className={classes.sign}>Let go to open the file here</div>}
    </div>
  );
}
