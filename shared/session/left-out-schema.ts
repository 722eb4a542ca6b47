import * as z from '../base/schema.ts';
import { LEFT_OUT } from '../model/left-out.ts';

/** Of a copy that was saved without something: what that was. */
export const leftOutSchema = z.array(z.enum(LEFT_OUT)).max(LEFT_OUT.length).readonly().optional();
