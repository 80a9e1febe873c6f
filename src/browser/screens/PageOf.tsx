import { useQuery } from "@tanstack/react-query";
import { instanceQuery, PRODUCT_NAME } from "#src/features/accounts/ui/shared/account-queries.ts";
import type { Link } from "#src/features/links/contract.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { PagePreview } from "#src/features/public-page/ui/PagePreview.tsx";

interface PageOfProps {
  profile: Profile;
  links: readonly Link[];
}

/** The preview of a profile with these links, as the server would render it. */
export function PageOf({ profile, links }: PageOfProps) {
  const { data: instance } = useQuery(instanceQuery());
  const view = {
    profile_id: profile.id,
    username: profile.username,
    name: profile.display_name?.trim() || profile.name,
    bio: profile.public_notes ?? "",
    avatar_url: profile.profile_picture_url,
    theme: profile.theme_settings,
    socials: profile.social_platforms,
    links: links
      .filter((link) => link.is_visible)
      .map((link) => ({ ...link, description: link.description ?? "", icon: link.icon ?? "" })),
  };
  const home = {
    instanceName: instance?.name ?? PRODUCT_NAME,
    publicUrl: instance?.public_url ?? location.origin,
  };
  return <PagePreview view={view} home={home} />;
}
