import { PageHead } from '#kit/page-head.tsx';

export function DashboardPage() {
  return <PageHead title="Dashboard" />;
}
