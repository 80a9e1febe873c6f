import { Menu, type MenuProps } from "@mantine/core";
import { type Ref, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { MenuAnchor } from "./MenuButton.tsx";

interface OpenMenuProps extends Pick<MenuProps, "position" | "width" | "children"> {
  anchor: MenuAnchor;
  minWidth?: number;
}

export function LazyMenu({ anchor, minWidth, children, ...menu }: OpenMenuProps) {
  const { id, button, opened, onChange } = anchor;
  // Closed at first: a menu remembers the focus when it opens, but not if it starts out open.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  // A button that's on a part of the canvas out of sight still opens its menu.
  return (
    <Menu
      id={id}
      opened={opened && isThere}
      onChange={onChange}
      keepMounted={false}
      hideDetached={false}
      {...menu}
    >
      <Menu.Target>
        <Anchor button={button} />
      </Menu.Target>
      <Menu.Dropdown miw={minWidth} mah="calc(100dvh - 4.5rem)" style={{ overflowY: "auto" }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

interface AnchorProps {
  button: RefObject<HTMLButtonElement | null>;
  /** Passed by the menu, along with props that the button sets itself. */
  ref?: Ref<HTMLButtonElement>;
}

/** Stands in for the button, which would lose the focus if it moved into the menu. */
function Anchor({ button, ref }: AnchorProps) {
  useLayoutEffect(() => {
    if (typeof ref === "function") return ref(button.current);
  }, [ref, button]);
  return null;
}
