import { Menu } from "@mantine/core";
import { IconDots, IconTrash, IconWorld, IconWorldOff } from "@tabler/icons-react";
import type { Theme } from "#src/features/pages/profiles/themes/themes-contract.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import { useGallery, useOffering } from "./use-gallery.ts";

interface OfferMenuProps {
  own: Theme;
  onDelete: () => void;
}

/** What staff can do with a theme of theirs. A theme that's offered has the same id in the gallery. */
export function OfferMenu({ own, onDelete }: OfferMenuProps) {
  const isOffered = useGallery().some(({ id }) => id === own.id);
  const { offer, takeBack } = useOffering();
  return (
    <MenuButton
      button={(button) => (
        <IconButton {...button} aria-label={`More for the theme ${own.name}`}>
          <IconDots size={18} />
        </IconButton>
      )}
      menu={(anchor) => (
        <LazyMenu anchor={anchor} position="top-end">
          {isOffered ? (
            <Menu.Item leftSection={<IconWorldOff size={18} />} onClick={() => takeBack(own)}>
              Take back
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconWorld size={18} />} onClick={() => offer(own)}>
              Offer to everyone on this instance
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={18} />} onClick={onDelete}>
            Delete
          </Menu.Item>
        </LazyMenu>
      )}
    />
  );
}
