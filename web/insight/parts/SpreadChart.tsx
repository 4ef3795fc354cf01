import { Paper, Text, Title } from '@mantine/core';
import type { Spread } from '@vlabs/contract/insight/class-comparison';
import { showPercent } from './figures.ts';
import classes from './SpreadChart.module.css';

interface SpreadChartProps {
  /** The finding of the chart. */
  title: string;
  groups: { name: string; spread: Spread }[];
}

const marks = [0, 25, 50, 75, 100];

/** Groups on one scale from 0 to 100 %. A table on the page has the numbers. */
export function SpreadChart({ title, groups }: SpreadChartProps) {
  return (
    <Paper withBorder p="md" component="section" className={classes.chart ?? ''}>
      <Title order={3} mb="sm">
        {title}
      </Title>
      {groups.length > 0 && (
        <div aria-hidden>
          {groups.map(({ name, spread }) => (
            <div key={name} className={classes.row}>
              <span className={classes.name}>{name}</span>
              <span className={classes.count}>
                {spread.points.length > 0 ? `${spread.students}, unsure` : spread.students}
              </span>
              <div className={classes.track}>
                {marks.slice(1, -1).map((mark) => (
                  <span key={mark} className={classes.grid} style={at(mark)} />
                ))}
                {spread.points.length > 0 ? <Strip spread={spread} /> : <Box spread={spread} />}
              </div>
              <span className={classes.mean}>{showPercent(spread.mean)}</span>
            </div>
          ))}
          <div className={classes.row}>
            <Text span size="xs" c="dimmed" className={classes.name ?? ''}>
              Students
            </Text>
            <span className={classes.count} />
            <div className={classes.scale}>
              {marks.map((mark) => (
                <span key={mark} style={at(mark)}>
                  {mark}
                </span>
              ))}
            </div>
            <Text span size="xs" c="dimmed" className={classes.mean ?? ''}>
              Mean
            </Text>
          </div>
        </div>
      )}
    </Paper>
  );
}

const at = (percent: number) => ({ left: `${percent}%` });
const between = (from: number, to: number) => ({ left: `${from}%`, width: `${to - from}%` });

function Box({ spread }: { spread: Spread }) {
  const { lowest, lowerQuartile, median, upperQuartile, highest, mean } = spread;
  return (
    <>
      <span className={classes.whisker} style={between(lowest, highest)} />
      <span className={classes.box} style={between(lowerQuartile, upperQuartile)} />
      <span className={classes.median} style={at(median)} />
      <span className={classes.diamond} style={at(mean)} />
    </>
  );
}

function Strip({ spread }: { spread: Spread }) {
  return spread.points.map((point, place) => (
    <span key={`${place} ${point}`} className={classes.dot} style={at(point)} />
  ));
}
