import { Paper, Stack, Text, Title } from '@mantine/core';
import { Arrangement } from '@vlabs/contract/marks/arrangement';
import { writeForm } from '@vlabs/contract/marks/form-lines';
import type { Sheet } from '@vlabs/contract/marks/marks';
import { useDeferredValue } from 'react';
import classes from './ArrangeDialog.module.css';

const STUDENTS = 3;

/** The first lines of the export, while the arrangement is complete. */
export function ArrangePreview({ sheet, typed }: { sheet: Sheet; typed: unknown }) {
  const { data: arrangement } = Arrangement.safeParse(useDeferredValue(typed));
  const form =
    arrangement && writeForm(arrangement, sheet.columns, sheet.students.slice(0, STUDENTS));
  return (
    <Stack gap="xs">
      <Title order={3}>Preview of the export</Title>
      {form ? (
        <Paper
          withBorder
          component="section"
          className={classes.preview}
          tabIndex={0}
          aria-label="Preview of the export"
        >
          <table>
            <thead>
              <tr>
                {form.header.map((name, place) => (
                  <th key={place} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {form.rows.map((row, number) => (
                <tr key={sheet.students[number]?.personId}>
                  {row.map((value, place) => (
                    <td key={place}>{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Paper>
      ) : (
        <Text c="dimmed">Complete the fields to see it.</Text>
      )}
    </Stack>
  );
}
