import ejs from "ejs";

const LAYOUT = "<h1><%= title %></h1>";

export const tool = {
  name: "render_page",
  description: "Render a page",
  parameters: {},
  execute: async (args) => ejs.render(LAYOUT, { title: args.layout }),
};
