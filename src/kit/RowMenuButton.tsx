import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { IconButton } from "./IconButton.tsx";
import { type MenuAnchor, MenuButton } from "./MenuButton.tsx";

interface MoreButtonProps {
  /** The name of the menu's subject. */
  of: string;
  isBusy: boolean;
  menu: (anchor: MenuAnchor) => ReactNode;
}

export function RowMenuButton({ of, isBusy, menu }: MoreButtonProps) {
  return (
    <MenuButton
      button={(button) => (
        <IconButton {...button} large aria-label={`More for ${of}`} isBusy={isBusy}>
          <IconDots size={20} />
        </IconButton>
      )}
      menu={menu}
    />
  );
}
