import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { instanceQuery, PRODUCT_NAME } from "#src/features/accounts/ui/shared/account-queries.ts";
import type { Link } from "#src/features/links/contract.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { pageView } from "#src/features/public-page/page/page-source.ts";
import { PagePreview } from "#src/features/public-page/ui/PagePreview.tsx";

export interface PageOfProps {
  profile: Profile;
  links: readonly Link[];
}

/** The preview of a profile with these links, as the server would render it. */
export const PageOf = memo(function PageOf({ profile, links }: PageOfProps) {
  const { data: instance } = useQuery(instanceQuery());
  const view = pageView(
    profile,
    links.filter((link) => link.is_visible),
  );
  const home = {
    instanceName: instance?.name ?? PRODUCT_NAME,
    publicUrl: instance?.pages_url ?? location.origin,
  };
  return <PagePreview view={view} home={home} />;
});
