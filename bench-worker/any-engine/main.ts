import { connectToHost } from "./channel.ts";
import { serve } from "./serve.ts";

connectToHost(serve);
