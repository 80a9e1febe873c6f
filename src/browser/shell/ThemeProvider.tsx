import { MantineProvider } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { NavigationProgress } from "@mantine/nprogress";
import type { ReactNode } from "react";
import { COLOR_SCHEME_MANAGER, CSS_VARIABLES, THEME } from "#src/kit/theme.ts";
import { styleNonce } from "../nonce.ts";

export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={THEME}
      cssVariablesResolver={CSS_VARIABLES}
      defaultColorScheme="auto"
      colorSchemeManager={COLOR_SCHEME_MANAGER}
      getStyleNonce={styleNonce}
    >
      {/* Only seen: who listens hears the heading that follows. */}
      <NavigationProgress size={3} aria-hidden />
      <Toaster />
      <ModalsProvider labels={{ confirm: "Continue", cancel: "Cancel" }}>{children}</ModalsProvider>
    </MantineProvider>
  );
}

/**
 * Spec §9: one at a time. At the top on phones, where the controls are at the bottom. Of Mantine's layouts, only `stacked`
 * lets a notice stay while it has the focus.
 */
function Toaster() {
  const isWide = useMediaQuery("(min-width: 48em)", true);
  const position = isWide ? "bottom-right" : "top-center";
  return <Notifications layout="stacked" position={position} limit={1} zIndex={500} />;
}
