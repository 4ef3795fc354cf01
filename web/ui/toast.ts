import { notifications } from '@mantine/notifications';

/** Times are the specification's. */
const SUCCESS_MS = 2000;
const ERROR_MS = 4000;
const BLANK_MS = 4000;

/** A plain message. */
export function toast(message: string, autoCloseMs = BLANK_MS): void {
  notifications.show({ message, autoClose: autoCloseMs });
}

export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'green', autoClose: SUCCESS_MS });
}

export function toastError(message: string): void {
  notifications.show({ message, color: 'red', autoClose: ERROR_MS });
}
