import { IconDots } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useIdle } from "#src/kit/idle.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import classes from "./BottomBar.module.css";
import { NavEntry } from "./NavEntry.tsx";
import { tabsOf } from "./navigation.ts";
import { useNavigation } from "./use-navigation.ts";

const loadSheet = async () => (await import("./MoreSheet.tsx")).MoreSheet;
const MoreSheet = lazyDialog(loadSheet);

/** Navigation within thumb’s reach, on phones. What doesn’t fit is behind “More”. */
export function BottomBar() {
  const { navigation, current } = useNavigation();
  const { tabs, hasMore } = tabsOf(navigation);
  if (tabs.length === 0) return null;
  return (
    <nav aria-label="Main" className={classes.bar}>
      {tabs.map((item) => (
        <NavEntry
          key={item.path}
          item={item}
          className={classes.tab}
          isCurrent={item.path === current}
          iconSize={24}
        />
      ))}
      {hasMore && <More isCurrent={!tabs.some(({ path }) => path === current)} />}
    </nav>
  );
}

/** `isCurrent` where none of the tabs is. */
function More({ isCurrent }: { isCurrent: boolean }) {
  const [opened, setOpened] = useState(false);
  const isIdle = useIdle();
  useEffect(() => {
    if (isIdle) void loadSheet().catch(() => undefined);
  }, [isIdle]);
  return (
    <>
      <button
        type="button"
        className={`plain-button mantine-focus-auto ${classes.tab}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        data-current={isCurrent || undefined}
        onClick={() => setOpened(true)}
      >
        <IconDots size={24} stroke={1.75} />
        <span>More</span>
      </button>
      <MoreSheet opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
