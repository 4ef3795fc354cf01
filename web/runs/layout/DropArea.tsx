import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './DropArea.module.css';

interface DropAreaProps {
  /** Null refuses files. */
  onOpen: ((file: File) => void) | null;
  children: ReactNode;
}

const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Opens a dropped file. Dragged text is left to the editor. */
export function DropArea({ onOpen, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const hold = (event: DragEvent) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    setIsOver(onOpen !== null);
  };
  const drop = (event: DragEvent) => {
    if (!hasFile(event)) return;
    // The editor would insert the file's text, and the browser leave the page.
    event.preventDefault();
    event.stopPropagation();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onOpen?.(file);
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
      {isOver && <div className={classes.sign}>Drop the file to open it</div>}
    </div>
  );
}
