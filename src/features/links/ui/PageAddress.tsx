import { ActionIcon, Anchor, Group, Tooltip } from "@mantine/core";
import { IconCopy, IconExternalLink, IconShare2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { instanceQuery } from "#src/features/accounts/ui/shared/account-queries.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { pageAddress, shownAddress } from "#src/features/profiles/ui/shared/page-address.ts";
import { useShareProfile } from "#src/features/profiles/ui/shared/share-profile.ts";
import { copyText } from "#src/kit/copy.ts";
import classes from "./Links.module.css";

/** The address to share, always at hand. */
export function PageAddress({ profile }: { profile: Profile }) {
  const { data: instance } = useQuery(instanceQuery());
  const publicUrl = instance?.public_url ?? location.origin;
  const address = pageAddress(publicUrl, profile.username);
  const share = useShareProfile();
  return (
    <Group gap={2} wrap="nowrap" miw={0}>
      <Anchor href={address} target="_blank" rel="noopener" size="sm" className={classes.address}>
        {shownAddress(publicUrl, profile.username)}
      </Anchor>
      <Tooltip label="Copy address">
        <ActionIcon aria-label="Copy address" onClick={() => void copyText(address, "Page address")}>
          <IconCopy size={18} />
        </ActionIcon>
      </Tooltip>
      {share && (
        <Tooltip label="Share page">
          <ActionIcon aria-label="Share page" onClick={() => share(profile)}>
            <IconShare2 size={18} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label="Open page">
        <ActionIcon component="a" href={address} target="_blank" rel="noopener" aria-label="Open page">
          <IconExternalLink size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
