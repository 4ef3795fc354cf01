import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { Paper, Text, Title } from '@mantine/core';
import classes from './Finding.module.css';

export interface Bar {
  name: string;
  value: number;
  /** The value in the table; by default the number itself. */
  shown?: string;
}

interface FindingProps {
  /** What the bars show. */
  title: string;
  /** How it was calculated. */
  method: string;
  /** The heads of the two columns: the bars and their counts. */
  heads: [string, string];
  bars: Bar[];
  /** The end of the scale; by default the largest value. */
  highest?: number;
}

/** A chart under its finding, with its numbers as a table. */
export function Finding({ title, method, heads, bars, highest }: FindingProps) {
  const [what, count] = heads;
  return (
    <Paper withBorder p="md" component="section" className={classes.finding ?? ''}>
      <Title order={3}>{title}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {method}
      </Text>
      {bars.length > 0 && (
        <>
          <div aria-hidden>
            <BarChart
              h={220}
              data={bars.map(({ name, value }) => ({ name, [count]: value }))}
              dataKey="name"
              series={[{ name: count, color: 'lagoon.6' }]}
              withTooltip={false}
              barChartProps={{ accessibilityLayer: false }}
              barProps={{ isAnimationActive: false }}
              yAxisProps={{
                allowDecimals: false,
                width: 40,
                ...(highest !== undefined && { domain: [0, highest] }),
              }}
            />
          </div>
          <details className={classes.details}>
            <summary>The numbers</summary>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{what}</th>
                  <th scope="col">{count}</th>
                </tr>
              </thead>
              <tbody>
                {bars.map(({ name, value, shown }) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td>{shown ?? value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </Paper>
  );
}
