import { IconCopy, IconExternalLink, IconShare2 } from "@tabler/icons-react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { useShareProfile } from "#src/features/pages/profiles/ui/shared/share-profile.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { IconButton, IconButtonLink } from "#src/kit/IconButton.tsx";
import classes from "./Links.module.css";

export function PageUrl({ profile }: { profile: Profile }) {
  const { full, short } = usePageUrls();
  const url = full(profile);
  const share = useShareProfile();
  return (
    <div className={classes.page}>
      <a href={url} target="_blank" rel="noopener" className="plain-link mantine-focus-auto">
        {short(profile)}
      </a>
      <IconButton aria-label="Copy URL" data-hint="Copy URL" onClick={() => void copyText(url, "Page URL")}>
        <IconCopy size={18} />
      </IconButton>
      {share && (
        <IconButton aria-label="Share page" data-hint="Share page" onClick={() => share(profile)}>
          <IconShare2 size={18} />
        </IconButton>
      )}
      <IconButtonLink href={url} target="_blank" rel="noopener" aria-label="View page" data-hint="View page">
        <IconExternalLink size={18} />
      </IconButtonLink>
    </div>
  );
}
