import { adminMenu } from './navigation.ts';
import { DashboardFrame } from './ui/frame/DashboardFrame.tsx';

export function AdminDashboardFrame() {
  return <DashboardFrame label="Admin dashboard" links={adminMenu} />;
}
