import "#src/kit/deferred.css";
import { Drawer } from "@mantine/core";
import classes from "./MoreSheet.module.css";
import { NavGroups, NavList } from "./NavGroups.tsx";
import { useNavigation } from "./use-navigation.ts";

interface MoreSheetProps {
  opened: boolean;
  onClose: () => void;
}

/** The whole navigation, on phones. */
export function MoreSheet({ opened, onClose }: MoreSheetProps) {
  const { navigation, current } = useNavigation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="More"
      position="bottom"
      size="auto"
      classNames={{ content: classes.sheet ?? "", header: classes.head ?? "", body: classes.body ?? "" }}
    >
      <nav aria-label="More">
        <div className={classes.groups}>
          <NavGroups groups={navigation.groups} current={current} onClick={onClose} />
        </div>
        <div className={classes.foot}>
          <NavList items={navigation.foot} current={current} onClick={onClose} />
        </div>
      </nav>
    </Drawer>
  );
}
