module example.com/svm/certified

go 1.24

require example.com/svm v0.0.0

replace example.com/svm => ../
