import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { instanceQuery, PRODUCT_NAME } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { isListed } from "#src/features/pages/links/page/access.ts";
import { usePictureTones } from "#src/features/pages/media/ui/shared/use-picture-tones.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { useCheckedCss } from "#src/features/pages/profiles/ui/shared/use-checked-css.ts";
import { publicPageContract } from "#src/features/public/public-page/contract.ts";
import type { PageLink, PastEmails } from "#src/features/public/public-page/page/page-view.ts";
import {
  type LinkSource,
  toPageLink,
  toPageView,
} from "#src/features/public/public-page/page/to-page-view.ts";
import { clientFor } from "#src/kit/api.ts";
import { PagePreview } from "./PagePreview.tsx";

const publicPageApi = clientFor("publicPage", { pastEmails: publicPageContract.pastEmails });

export interface ProfilePagePreviewProps {
  profile: Profile;
  links: readonly Link[];
}

const cards = new WeakMap<LinkSource, PageLink>();

/** A link that hasn't changed keeps its card, which then isn't rerendered. */
function cardOf(link: LinkSource): PageLink {
  const card = cards.get(link) ?? toPageLink(link);
  cards.set(link, card);
  return card;
}

function usePastEmails({ id, past_emails: most }: Profile): PastEmails | null {
  const { data } = useQuery({
    ...publicPageApi.pastEmails.queryOptions({ input: { id } }),
    enabled: most !== null,
  });
  if (most === null || !data || data.emails.length === 0) return null;
  return { ...data, emails: data.emails.slice(0, most) };
}

/** The preview of a profile with these links, as the server would render it. */
export const ProfilePagePreview = memo(function PageOf({ profile, links }: ProfilePagePreviewProps) {
  const { data: instance } = useQuery(instanceQuery());
  const past_emails = usePastEmails(profile);
  const hidden = new Set(links.filter((link) => !link.is_visible).map(({ id }) => id));
  const now = Date.now();
  const shown = links.filter(
    (link) => !hidden.has(link.id) && !hidden.has(link.parent_id ?? "") && isListed(link, now),
  );
  const background_tones = usePictureTones(profile.background_image_url);
  const own_css = useCheckedCss(profile.own_css)?.css ?? null;
  const view = { ...toPageView({ ...profile, background_tones, own_css }, shown, cardOf), past_emails };
  const home = {
    instanceName: instance?.name ?? PRODUCT_NAME,
    publicUrl: instance?.pages_url ?? location.origin,
  };
  return <PagePreview view={view} home={home} />;
});
