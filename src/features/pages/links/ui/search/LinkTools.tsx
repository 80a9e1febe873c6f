import { Button, Checkbox } from "@mantine/core";
import { IconKeyboard, IconListCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { lazyComponent, lazyDialog } from "#src/kit/lazy.tsx";
import { LastChange } from "../bulk/LastChange.tsx";
import rows from "../Links.module.css";
import classes from "./Found.module.css";
import { FoundViews } from "./FoundViews.tsx";
import { LinkSearchField } from "./LinkSearchField.tsx";
import { useLinkKeys } from "./use-link-keys.ts";
import { useLinkSearch } from "./use-link-search.ts";

const FoundLinks = lazyComponent(async () => (await import("./FoundLinks.tsx")).FoundLinks);
const KeysDialog = lazyDialog(async () => (await import("./KeysDialog.tsx")).KeysDialog);

/** The search, the selection, and what was changed last, with what's found below them. */
export function LinkTools({ profile }: { profile: Profile }) {
  const { profiles } = useSelectedProfile();
  const mayEdit = useHasPermission("links.edit");
  const { finding, find, isFinding, isEditing } = useLinkSearch(profile.id);
  const [hasKeys, setKeys] = useState(false);
  // The field starts over when its words come from elsewhere.
  const [openings, setOpenings] = useState(0);
  useLinkKeys({ profileId: profile.id, mayEdit, onHelp: () => setKeys(true) });
  return (
    <div className={rows.area}>
      <search className={classes.tools} aria-label="Links">
        <LinkSearchField
          key={openings}
          words={finding.q ?? ""}
          pages={profiles}
          isDisabled={isEditing}
          onSearch={(q) => void find({ q })}
        />
        {isFinding && profiles.length > 1 && (
          <Checkbox
            label="Only this page"
            checked={finding.isOnPage}
            onChange={({ currentTarget }) => void find({ isOnPage: currentTarget.checked })}
          />
        )}
        <FoundViews
          finding={finding}
          onOpen={(view) => void find(view).then(() => setOpenings(openings + 1))}
        />
        {mayEdit && (
          <Button
            variant={finding.isPicking ? "light" : "default"}
            size="sm"
            leftSection={<IconListCheck size={16} />}
            aria-pressed={finding.isPicking}
            disabled={isEditing}
            onClick={() =>
              void find(
                finding.isPicking
                  ? { isPicking: false, isOnPage: finding.q !== undefined && finding.isOnPage }
                  : { isPicking: true, isOnPage: finding.q === undefined || finding.isOnPage },
              )
            }
          >
            Select
          </Button>
        )}
        <span className={classes.forKeys}>
          <IconButton
            aria-label="Keyboard shortcuts"
            data-hint="Keyboard shortcuts"
            onClick={() => setKeys(true)}
          >
            <IconKeyboard size={20} />
          </IconButton>
        </span>
      </search>
      {mayEdit && <LastChange />}
      {isFinding && <FoundLinks profile={profile} />}
      <KeysDialog opened={hasKeys} mayEdit={mayEdit} onClose={() => setKeys(false)} />
    </div>
  );
}
