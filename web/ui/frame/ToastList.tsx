import { Notifications } from '@mantine/notifications';

const TOASTS_AT_ONCE = 20;

/** The toasts themselves; `Toasts.tsx` loads it. */
export function ToastList() {
  return <Notifications limit={TOASTS_AT_ONCE} position="top-center" />;
}
