import { Button } from "@mantine/core";
import { IconExternalLink, IconLink, IconShare2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";
import { PATHS } from "#src/lib/paths.ts";
import { usePageUrls } from "./shared/page-url.ts";
import { useShareProfile } from "./shared/share-profile.ts";

/** Where to go from a profile's editor. */
export const EditorActions = memo(function EditorActions({ profile }: { profile: Profile }) {
  const share = useShareProfile();
  const url = usePageUrls().full(profile);
  return (
    <>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<IconExternalLink size={18} />}
      >
        View page
      </Button>
      {share && (
        <Button variant="default" leftSection={<IconShare2 size={18} />} onClick={() => share(profile)}>
          Share
        </Button>
      )}
      {profile.status === "active" && (
        <Button
          variant="default"
          leftSection={<IconLink size={18} />}
          renderRoot={(props) => <Link to={PATHS.links} search={{ profile: profile.id }} {...props} />}
        >
          Links
        </Button>
      )}
    </>
  );
});
