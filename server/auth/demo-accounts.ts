import { ROLE_ADMIN, ROLE_STUDENT } from '@vlabs/contract/http/endpoint';

/** Shown on the login page while the demo is open. */
export const demoAccounts = [
  { role: ROLE_ADMIN, id: 'admin', password: 'vlabs-admin' },
  { role: ROLE_STUDENT, id: '2105001', password: 'vlabs-student' },
] as const;
