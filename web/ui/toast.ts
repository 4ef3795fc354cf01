import { notifications } from '@mantine/notifications';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCheck from '~icons/check';
import { createElement } from 'react';

/** Durations from the specification. */
const SUCCESS_MS = 2000;
const ERROR_MS = 4000;
const BLANK_MS = 4000;

const success = createElement(IconCheck, { size: 18 });
const failure = createElement(IconAlertTriangle, { size: 18 });

/** A neutral message. */
export function toast(message: string, autoCloseMs = BLANK_MS): void {
  notifications.show({ message, autoClose: autoCloseMs });
}

export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'green.8', icon: success, autoClose: SUCCESS_MS });
}

export function toastError(message: string): void {
  notifications.show({ message, color: 'red.8', icon: failure, autoClose: ERROR_MS });
}
