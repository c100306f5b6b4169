import { servePictures } from '#platform/pictures/picture-worker.ts';

servePictures();
