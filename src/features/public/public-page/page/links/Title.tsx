import type { ReactNode } from "react";
import type { PageBlock, PageLink, PageView } from "../page-view.ts";
import { textOf } from "./page-blocks.ts";

export interface BlockProps {
  link: PageLink;
  block: PageBlock;
  view: PageView;
  children?: ReactNode;
}

/** A block's title, if it has one. */
export function Title({ link }: { link: Pick<PageLink, "title"> }) {
  const title = textOf(link.title);
  return (
    title !== "" && (
      <h2 className="title" dir="auto">
        {title}
      </h2>
    )
  );
}
