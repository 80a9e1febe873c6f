import { isOwnPicture } from "#src/features/pages/media/rules.ts";
import { isOpenable } from "../urls.ts";
import { goProps } from "./go-props.ts";
import { listOf, sizeOf, textOf } from "./page-blocks.ts";
import { type BlockProps, Title } from "./Title.tsx";

/** Its title is the text for people who can't see it. */
export function Picture({ link, block }: BlockProps) {
  if (!link.picture) return null;
  const { width, height } = block.content;
  const picture = (
    <img
      src={link.picture}
      alt={textOf(link.title)}
      width={sizeOf(width)}
      height={sizeOf(height)}
      loading="lazy"
      decoding="async"
    />
  );
  if (!isOpenable(link.url)) return <div className="pic">{picture}</div>;
  return (
    <a className="pic" {...goProps(link)}>
      {picture}
    </a>
  );
}

/** A row to scroll through. Whoever uses a keyboard scrolls it with the arrow keys. */
export function Gallery({ link, block }: BlockProps) {
  const pictures = listOf(block.content.pictures).flatMap(({ url, alt, width, height }) => {
    const path = textOf(url);
    return isOwnPicture(path)
      ? [{ path, alt: textOf(alt), width: sizeOf(width), height: sizeOf(height) }]
      : [];
  });
  if (pictures.length === 0) return null;
  return (
    <>
      <Title link={link} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul className="gallery" tabIndex={0} aria-label={textOf(link.title) || "Pictures"}>
        {pictures.map(({ path, alt, width, height }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one picture may be in it twice
          <li key={index}>
            <img src={path} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
          </li>
        ))}
      </ul>
    </>
  );
}
