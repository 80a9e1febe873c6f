/* Types of the parts that can be loaded apart from the rest. */
declare module "css-tree/parser" {
  // biome-ignore lint/style/noDefaultExport: the package exports it like that.
  export { parse as default } from "css-tree";
}
declare module "css-tree/generator" {
  // biome-ignore lint/style/noDefaultExport: the package exports it like that.
  export { generate as default } from "css-tree";
}
declare module "css-tree/walker" {
  // biome-ignore lint/style/noDefaultExport: the package exports it like that.
  export { walk as default } from "css-tree";
}
