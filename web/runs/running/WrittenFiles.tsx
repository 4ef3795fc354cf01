import { Box, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import IconDownload from '~icons/download';
import { downloadBlob } from './download-text.ts';
import { sizeInWords } from './output-text.ts';
import classes from './WrittenFiles.module.css';
import { type WrittenFile, lookAt } from './written-files.ts';

/** The files that a program wrote: pictures and texts are shown, and all can be downloaded. */
export function WrittenFiles({ files }: { files: readonly WrittenFile[] }) {
  if (files.length === 0) return null;
  return (
    <section className={classes.files} aria-label="Files that the program wrote">
      <h3 className={classes.heading}>Files</h3>
      <ul className={classes.list}>
        {files.map((file) => (
          <li key={file.path}>
            <div className={classes.file}>
              <span className={classes.name}>{file.path}</span>
              <span className={classes.size}>{sizeInWords(file.bytes.length)}</span>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                aria-label={`Download ${file.path}`}
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => downloadBlob(nameOf(file), new Blob([file.bytes]))}
              >
                Download
              </Button>
            </div>
            <Look file={file} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameOf = ({ path }: WrittenFile): string => path.slice(path.lastIndexOf('/') + 1);

function Look({ file }: { file: WrittenFile }) {
  const look = lookAt(file);
  if (look === null) return null;
  if (look.kind === 'picture') return <Picture file={file} type={look.type} />;
  return (
    <details>
      <summary className={classes.summary}>Show</summary>
      <Box component="pre" className={classes.text ?? ''} tabIndex={0} aria-label={file.path}>
        {look.text}
      </Box>
    </details>
  );
}

function Picture({ file: { path, bytes }, type }: { file: WrittenFile; type: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [bytes, type]);
  return <img ref={image} className={classes.picture} alt={path} />;
}
