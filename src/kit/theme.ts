import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple } from "@mantine/core";

const VIOLET: MantineColorsTuple = [
  "#f5f1ff",
  "#e7defd",
  "#cfbdfb",
  "#b598f8",
  "#9c76f3",
  "#8656ec",
  "#7139df",
  "#602bc4",
  "#4f23a2",
  "#3d1c7c",
];

/** The brass of the mark. */
const BRASS: MantineColorsTuple = [
  "#fff8e6",
  "#ffedc2",
  "#ffdf94",
  "#ffcf5f",
  "#fcbf34",
  "#f2ae16",
  "#d6920a",
  "#a86f06",
  "#7a500a",
  "#523609",
];

/** Greys of the dark scheme, a breath of the violet in them. */
const NIGHT: MantineColorsTuple = [
  "#dedbe8",
  "#bdb8cc",
  "#9a94ad",
  "#6f6983",
  "#46415a",
  "#363147",
  "#292538",
  "#1d1a28",
  "#15131e",
  "#0e0c15",
];

const FONT =
  'Inter, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"';

/** The dashboard's look. */
export const THEME = createTheme({
  primaryColor: "violet",
  primaryShade: { light: 6, dark: 5 },
  colors: { violet: VIOLET, brass: BRASS, dark: NIGHT },
  fontFamily: FONT,
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  headings: {
    fontFamily: FONT,
    fontWeight: "700",
    sizes: {
      h1: { fontSize: "1.625rem", lineHeight: "1.25" },
      h2: { fontSize: "1.25rem", lineHeight: "1.3" },
    },
  },
  components: {
    Modal: {
      defaultProps: { radius: "lg", centered: true, overlayProps: { backgroundOpacity: 0.45, blur: 2 } },
      styles: { title: { fontWeight: 700, fontSize: "1.125rem", overflowWrap: "anywhere" } },
    },
    Menu: { defaultProps: { radius: "md", shadow: "lg", position: "bottom-end", withinPortal: true } },
    Tooltip: {
      defaultProps: { openDelay: 250, withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
    Card: { defaultProps: { radius: "lg", withBorder: true, padding: "md" } },
    TextInput: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: "lg" } },
  },
});

/** `public/color-scheme.js` reads the same key before the first paint. */
export const COLOR_SCHEME_MANAGER = localStorageColorSchemeManager({ key: "fanfare.color-scheme" });
