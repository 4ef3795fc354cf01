import { type DataNotice, dataNotice, dataNotices } from '@vlabs/contract/privacy/data-notice-text';
import { formatDay } from '../ui/dates/dates.ts';
import { Page } from '../ui/frame/Page.tsx';
import { Prose } from '../ui/text/Prose.tsx';
import { InstitutionName } from './InstitutionName.tsx';

export function PolicyPage() {
  return (
    <Page heading="Policy" width="reading">
      <Prose>
        <p>
          How V-labs is used at <InstitutionName />, and what it keeps about you.
        </p>
        <h2>Use</h2>
        <ul>
          <li>
            Your account is yours alone. Do not share your password or work under another name.
          </li>
          <li>Hand in work of your own, and name what you took from others.</li>
          <li>
            Programs may use only the computer they run on. Attempts to break out, to overload the
            service or to read other people’s work are recorded and reported.
          </li>
        </ul>
        <div id="data">
          <Parts notice={dataNotice} level="h2" />
        </div>
        <p>
          Version {dataNotice.version} of this data notice, since {formatDay(dataNotice.since)}.
        </p>
        {dataNotices.slice(0, -1).map((notice) => (
          <details key={notice.version}>
            <summary>
              Version {notice.version}, since {formatDay(notice.since)}
            </summary>
            <Parts notice={notice} level="h3" />
          </details>
        ))}
      </Prose>
    </Page>
  );
}

function Parts({ notice, level: Heading }: { notice: DataNotice; level: 'h2' | 'h3' }) {
  return notice.parts.map(({ heading, text, items }) => (
    <section key={heading}>
      <Heading>{heading}</Heading>
      {items && (
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {text !== undefined && <p>{text}</p>}
    </section>
  ));
}
