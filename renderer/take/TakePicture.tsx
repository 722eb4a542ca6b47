import { useRef } from 'react';
import { type PictureMaker, usePictureItems } from './picture-items.ts';
import { TakeMenu } from './TakeMenu.tsx';

/** The button that copies or saves a figure as a picture. */
export function TakePicture({ title, picture }: { title: string; picture: PictureMaker }) {
  const latest = useRef(picture);
  latest.current = picture;
  return <TakeMenu title={title} items={usePictureItems(latest)} />;
}
