import { Button, Group } from '@mantine/core';
import IconArrowLeft from '~icons/arrow-left';
import IconPrinter from '~icons/printer';
import { formatDay } from '../ui/dates/dates.ts';
import { Page } from '../ui/frame/Page.tsx';
import classes from './CodeSheet.module.css';
import type { PrintedCodes } from './use-registrations.ts';

interface CodeSheetProps {
  printed: PrintedCodes;
  onClose: () => void;
}

/** One slip per student, for printing. The codes are not stored. */
export function CodeSheet({ printed: { codes, expiresAt }, onClose }: CodeSheetProps) {
  const until = formatDay(expiresAt);
  return (
    <Page
      heading="Registration codes"
      introduction={`For ${codes.length === 1 ? '1 student' : `${codes.length} students`}, valid until ${until}. Print them before you leave this page; they won’t be shown again.`}
      action={
        <Group gap="sm" className={classes.tools ?? ''}>
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={onClose}
          >
            All students
          </Button>
          <Button
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </Group>
      }
    >
      <ul className={classes.sheet}>
        {codes.map(({ rollNumber, name, code }) => (
          <li key={rollNumber} className={classes.slip}>
            <p className={classes.name}>{name}</p>
            <p>
              Roll number <span className={classes.text}>{rollNumber}</span>
            </p>
            <p className={classes.code}>{code}</p>
            <p className={classes.what}>
              Open {window.location.host}/register and enter your roll number, name, email address
              and a password. Type this code when the page asks for it. It works once, until {until}
              .
            </p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
