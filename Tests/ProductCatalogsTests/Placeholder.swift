// Tests of product catalogues are to come with them.
