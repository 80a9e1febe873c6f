import { EMPTY_CATALOG } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { useCatalog } from "#src/features/audience/segments/ui/shared/segment-queries.ts";
import { mailStart } from "#src/features/email/templates/ui/shared/mail-start.ts";
import { parseLeadForm } from "#src/features/pages/profiles/page/lead-form.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import type { ReadyStart } from "./ready-made.ts";

/**
 * What ready-made sequences are filled with: colors, URL and download of a page, which is the selected one unless another is
 * asked for, and what the account has.
 */
export function useReadyStart(pageId?: string): ReadyStart {
  const { selected: usual, profiles } = useSelectedProfile();
  const selected = profiles.find(({ id }) => id === pageId) ?? usual;
  const { full } = usePageUrls();
  const catalog = useCatalog();
  return {
    theme: mailStart(selected).theme,
    url: selected ? full(selected) : "",
    profileId: selected?.id,
    catalog: catalog.data ?? EMPTY_CATALOG,
    download: (selected && parseLeadForm(selected)?.download) ?? null,
  };
}
