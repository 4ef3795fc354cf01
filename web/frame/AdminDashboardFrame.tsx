import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { DemoNotice } from '../auth/DemoNotice.tsx';
import { hadSwitch, rememberedClass } from '../classes/remembered-class.ts';
import classes from './AdminDashboardFrame.module.css';
import { adminMenu, ofOneClass } from './navigation.ts';
import { useSession } from '../platform/calls/session.ts';
import { useClassInAddress } from '../platform/use-class-in-address.ts';
import { DashboardFrame } from '../ui/frame/DashboardFrame.tsx';
import { lazyPart } from '../ui/frame/lazy-part.ts';

const ClassSwitch = lazyPart(async () => (await import('../classes/ClassSwitch.tsx')).ClassSwitch);

export function AdminDashboardFrame() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const inAddress = useClassInAddress();
  const classId = inAddress ?? (user && rememberedClass(user.id));
  const hasSwitch = user !== null && ofOneClass.has(pathname);
  return (
    <DashboardFrame
      label="Admin dashboard"
      links={adminMenu.map(({ label, to }) => ({
        label,
        to: classId !== null && ofOneClass.has(to) ? `${to}?class=${classId}` : to,
      }))}
      above={
        <>
          <DemoNotice />
          {hasSwitch && (
            <Suspense fallback={hadSwitch(user.id) && <div className={classes.room} />}>
              <ClassSwitch userId={user.id} />
            </Suspense>
          )}
        </>
      }
    />
  );
}
