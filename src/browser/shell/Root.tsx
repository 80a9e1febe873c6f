import { Outlet } from "@tanstack/react-router";
import { useInstanceName } from "#src/features/accounts/ui/shared/account-queries.ts";
import { InstanceName } from "#src/kit/PageTitle.tsx";

export function Root() {
  return (
    <InstanceName value={useInstanceName()}>
      <Outlet />
    </InstanceName>
  );
}
