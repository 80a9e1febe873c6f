import { useQuery } from "@tanstack/react-query";
import type { Link } from "#src/features/pages/links/contract.ts";
import { linksQuery } from "#src/features/pages/links/ui/shared/link-queries.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { PreviewSkeleton } from "#src/features/public/public-page/ui/PreviewSkeleton.tsx";
import { Preview } from "./Preview.tsx";

const NO_LINKS: readonly Link[] = [];

export function PreviewWithLinks({ profile }: { profile: Profile }) {
  const { data, isPending } = useQuery(linksQuery(profile.id));
  return isPending ? <PreviewSkeleton /> : <Preview profile={profile} links={data?.items ?? NO_LINKS} />;
}
