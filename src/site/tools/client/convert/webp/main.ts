import { serve } from '../serve.ts'
import { writeWebp } from './write-webp.ts'

serve(writeWebp)
