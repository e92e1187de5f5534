import { serve } from '../serve.ts'
import { writeMp4 } from './write-mp4.ts'

serve(writeMp4)
