import { Alert, Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { memo, useState } from "react";
import { instanceQuery, PRODUCT_NAME } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { usePictureTones } from "#src/features/pages/media/ui/shared/use-picture-tones.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { useCheckedCss } from "#src/features/pages/profiles/ui/shared/use-checked-css.ts";
import { publicPageContract } from "#src/features/public/public-page/contract.ts";
import { goesAtOnce, pageAt } from "#src/features/public/public-page/page/page-at.ts";
import type { PageLink, PageView, PastEmails } from "#src/features/public/public-page/page/page-view.ts";
import { type LinkSource, toPageLink } from "#src/features/public/public-page/page/to-page-view.ts";
import { clientFor } from "#src/kit/api.ts";
import { LinkOutcomes } from "./LinkOutcomes.tsx";
import { outcomesFor } from "./link-outcomes.ts";
import classes from "./PagePreview.module.css";
import { PagePreview } from "./PagePreview.tsx";
import { DEVICES, momentOf, useSimulatedVisitor } from "./simulated-visitor.ts";
import { VisitorBar } from "./VisitorBar.tsx";

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

/** Returns what's neither hidden nor in a hidden group. */
function unhidden(links: readonly Link[]): Link[] {
  const hidden = new Set(links.filter((link) => !link.is_visible).map(({ id }) => id));
  return links.filter((link) => !hidden.has(link.id) && !hidden.has(link.parent_id ?? ""));
}

/** The preview of a profile with these links, as the server would render it for the visitor that's chosen. */
export const ProfilePagePreview = memo(function PageOf({ profile, links }: ProfilePagePreviewProps) {
  const { data: instance } = useQuery(instanceQuery());
  const past_emails = usePastEmails(profile);
  const background_tones = usePictureTones(profile.background_image_url);
  const visitor = useSimulatedVisitor();
  const [asksAge, setAsksAge] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const now = momentOf(visitor);
  const shown = unhidden(links);
  const own_css = useCheckedCss(profile.own_css)?.css ?? null;
  const source = { ...profile, background_tones, own_css };
  const view = { ...pageAt({ source, links: shown, now, cardOf }), past_emails };
  const home = {
    instanceName: instance?.name ?? PRODUCT_NAME,
    publicUrl: instance?.pages_url ?? location.origin,
  };
  const outcomes = outcomesFor(shown, visitor, now);
  const page = (
    <PagePreview
      view={view}
      home={home}
      visitor={visitor}
      asksAge={asksAge && outcomes.some((outcome) => outcome.asksAge)}
    />
  );
  const isScaled = DEVICES[visitor.device].pixels > DEVICES.iphone.pixels;
  return (
    <div className={classes.stage}>
      <VisitorBar visitor={visitor} />
      <VisitNote view={view} isActive={profile.status === "active" || profile.draft_of !== null} />
      {page}
      {isScaled && (
        <Button variant="default" size="compact-sm" onClick={() => setLarge(true)}>
          Show it larger
        </Button>
      )}
      <LinkOutcomes outcomes={outcomes} asksAge={asksAge} onAskAge={setAsksAge} />
      <Modal
        opened={isLarge && isScaled}
        onClose={() => setLarge(false)}
        title="Preview"
        size="min(82rem, 100%)"
        classNames={{ body: classes.large }}
      >
        {page}
      </Modal>
    </div>
  );
});

/** Says so if visitors don't see the page. */
function VisitNote({ view: { direct_link }, isActive }: { view: PageView; isActive: boolean }) {
  const host = goesAtOnce(direct_link, { hasAgreed: false }) ? URL.parse(direct_link.url)?.host : undefined;
  if (isActive && host === undefined) return null;
  return (
    <Alert variant="light" py="xs" px="sm" w="100%">
      {isActive
        ? `Visitors skip this page and go straight to ${host}.`
        : "Nobody sees this page: it isn’t active."}
    </Alert>
  );
}
