import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { instanceQuery, PRODUCT_NAME } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { InstanceLogo } from "#src/kit/BrandMark.tsx";
import { InstanceName } from "#src/kit/PageTitle.tsx";

export function Root() {
  const { data: instance } = useQuery(instanceQuery());
  return (
    <InstanceName value={instance?.name ?? PRODUCT_NAME}>
      <InstanceLogo value={instance?.logo ?? ""}>
        <Outlet />
      </InstanceLogo>
    </InstanceName>
  );
}
