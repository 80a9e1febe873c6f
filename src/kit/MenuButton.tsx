import { type ReactNode, type RefObject, useId, useRef, useState } from "react";

/** Makes a button open its menu, and announces that to screen readers. */
interface ButtonProps {
  id: string;
  ref: RefObject<HTMLButtonElement | null>;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: () => void;
}

export interface MenuAnchor {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

interface MenuButtonProps {
  button: (props: ButtonProps) => ReactNode;
  /** Rendered from the first press on, so that its code can load after the screen. */
  menu: (anchor: MenuAnchor) => ReactNode;
}

/** A button that renders at once, with a menu that loads on the first press. */
export function MenuButton({ button, menu }: MenuButtonProps) {
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const toggle = () => {
    setWasOpened(true);
    setOpened(!opened);
  };
  return (
    <>
      {button({
        id,
        ref,
        "aria-haspopup": "menu",
        "aria-expanded": opened,
        "aria-controls": opened ? `${id}-dropdown` : undefined,
        onClick: toggle,
      })}
      {wasOpened && menu({ id, button: ref, opened, onChange: setOpened })}
    </>
  );
}
