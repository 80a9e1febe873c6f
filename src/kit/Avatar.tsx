import { useState } from "react";
import classes from "./Avatar.module.css";

interface AvatarProps {
  /** In pixels at the default font size. */
  size: number;
  initials: string;
  picture?: string | null;
  background: string;
  color: string;
}

const rem = (pixels: number) => `${pixels / 16}rem`;

/** A person's picture, or their initials if there's none. Always next to the name. */
export function Avatar({ size, initials, picture, background, color }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const box = { width: rem(size), height: rem(size), fontSize: rem(size / 2.5) };
  const isShown = picture && picture !== broken;
  return (
    <span className={classes.avatar} style={isShown ? box : { ...box, background, color }} aria-hidden>
      {isShown ? <img src={picture} alt="" onError={() => setBroken(picture)} /> : initials}
    </span>
  );
}
